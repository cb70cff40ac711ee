/**
 * Each port has its own instance of the product on the same services, for a second checkout or another part of CI's
 * journeys.
 */
export const PORT = process.env['E2E_PORT'] ?? '24000';
export const ADDRESS = `http://localhost:${PORT}`;
