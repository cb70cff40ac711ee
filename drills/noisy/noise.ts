/**
 * node drills/noisy/noise.ts PLAN: the noisy lender, in a separate process with the lowest priority, because real
 * browsers run on other machines and use none of the product's CPU time.
 */
import { constants, setPriority } from 'node:os';
import { load, type Plan } from './load.ts';

setPriority(constants.priority.PRIORITY_LOW);
const plan = JSON.parse(process.argv[2] ?? '') as Plan;
const { times, statuses } = await load(plan);
process.stdout.write(JSON.stringify({ times, statuses }));
