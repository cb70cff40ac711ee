/** node drills/noisy/noise.ts PLAN: the noisy lender, in a process of its own, so that it does not disturb the measuring. */
import { load, type Plan } from './load.ts';

const plan = JSON.parse(process.argv[2] ?? '') as Plan;
const { times, statuses } = await load(plan);
process.stdout.write(JSON.stringify({ times, statuses }));
