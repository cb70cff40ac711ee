/** node main.ts PORT: runs the double as a process. */
import { startCreditBureaus } from './bureaus.ts';

await startCreditBureaus(Number(process.argv[2]));
