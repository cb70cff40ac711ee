/** node main.ts PORT: the double as a process of its own. */
import { startCreditBureaus } from './bureaus.ts';

await startCreditBureaus(Number(process.argv[2]));
