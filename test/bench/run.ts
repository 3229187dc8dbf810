/**
 * `npm run bench`: what the kernel costs, as ratios against a bare `node:http` handler in the same run. The figure is
 * the server's CPU time for one request, which a noisy machine disturbs least.
 */
import { benchAddedModules } from './added_modules.ts';
import { benchContent } from './content.ts';
import { benchEndpoint } from './endpoint.ts';
import { benchGrowth } from './growth.ts';
import { benchIdentity } from './identity.ts';
import { benchPayments } from './payments.ts';
import { benchStartUp } from './start_up.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const seconds = quick ? 1 : 3;

console.log(`Node ${process.version}, ${rounds} rounds of ${seconds} s, medians\n`);
await benchEndpoint({ rounds, seconds });
await benchGrowth({ rounds, seconds });
await benchIdentity({ rounds, seconds });
await benchContent({ rounds, seconds });
await benchStartUp({ rounds });
await benchAddedModules({ rounds });
await benchPayments({ rounds, seconds });
