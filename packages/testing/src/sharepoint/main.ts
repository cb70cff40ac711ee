/** node main.ts PORT: runs the double as a process. */
import { startGraph } from './graph.ts';

await startGraph(Number(process.argv[2]));
