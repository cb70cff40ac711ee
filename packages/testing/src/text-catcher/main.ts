/** node main.ts PORT ACCOUNT_SID AUTH_TOKEN: runs the double as a service. */
import { startTextCatcher } from './catcher.ts';

const [port, accountSid, authToken] = process.argv.slice(2);
await startTextCatcher({ port: Number(port), accountSid: accountSid!, authToken: authToken! });
