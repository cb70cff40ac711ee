/** npm run migrate: migrates the database to the current schema, then checks its invariants and reports the result. */
import { readMigrationUrl } from '@cairn/server/platform/config';
import { migrate, violations } from '@cairn/server/platform/db/migrate';

const url = readMigrationUrl();

const applied = await migrate(url, { log: (line) => console.log(line) });
console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
const failures = await violations(url);
for (const each of failures) console.error(each);
if (failures.length > 0) process.exit(1);
console.log('all checks hold');
