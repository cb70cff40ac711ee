/** Demo accounts have a published password. Production is what nothing says, as in the configuration. */
export function requireDevelopment(): void {
  if (['development', 'test'].includes(process.env['NODE_ENV'] ?? '')) return;
  throw new Error('demo accounts have a published password: only with NODE_ENV=development');
}
