/** npm run migrate: brings the database up to date, then states whether what must hold does. */
import { readMigrationUrl } from '@cairn/server/platform/config';
import { migrate, violations } from '@cairn/server/platform/db/migrate';

const url = readMigrationUrl();

const applied = await migrate(url, { log: (line) => console.log(line) });
console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
const failures = await violations(url);
for (const each of failures) console.error(each);
if (failures.length > 0) process.exit(1);
console.log('all checks hold');
