/** node main.ts PORT: the double as a process of its own. */
import { startGraph } from './graph.ts';

await startGraph(Number(process.argv[2]));
