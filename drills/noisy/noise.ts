/**
 * node drills/noisy/noise.ts PLAN: the noisy lender, in a separate process so that it does not disturb the
 * measurement.
 */
import { load, type Plan } from './load.ts';

const plan = JSON.parse(process.argv[2] ?? '') as Plan;
const { times, statuses } = await load(plan);
process.stdout.write(JSON.stringify({ times, statuses }));
