/** Demo accounts have a published password. As in the configuration, an environment without NODE_ENV is production. */
export function requireDevelopment(): void {
  if (['development', 'test'].includes(process.env['NODE_ENV'] ?? '')) return;
  throw new Error('demo accounts have a published password: only with NODE_ENV=development');
}
