/** npm run migrate: brings the database up to date, then states whether what must hold does. */
import { migrate, violations } from '@cairn/server/platform/db/migrate';

const url = process.env['MIGRATION_DATABASE_URL'];
if (!url) throw new Error('MIGRATION_DATABASE_URL is not set: see docs/operations/install.md');

const applied = await migrate(url);
console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
const found = await violations(url);
for (const each of found) console.error(each);
if (found.length > 0) process.exit(1);
console.log('all checks hold');
