/**
 * node drills/noisy/noise.ts PLAN: the noisy lender, in a separate process with the lowest priority: browsers are
 * other machines, whose processors the product does not share.
 */
import { constants, setPriority } from 'node:os';
import { load, type Plan } from './load.ts';

setPriority(constants.priority.PRIORITY_LOW);
const plan = JSON.parse(process.argv[2] ?? '') as Plan;
const { times, statuses } = await load(plan);
process.stdout.write(JSON.stringify({ times, statuses }));
