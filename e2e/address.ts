/** Another port is another product on the same services: a second checkout, or another third of CI's journeys. */
export const PORT = process.env['E2E_PORT'] ?? '24000';
export const ADDRESS = `http://localhost:${PORT}`;
