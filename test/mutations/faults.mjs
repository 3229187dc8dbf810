import { access } from './faults/access.mjs';
import { accounts } from './faults/accounts.mjs';
import { clients } from './faults/clients.mjs';
import { command } from './faults/command.mjs';
import { console } from './faults/console.mjs';
import { consolePages } from './faults/console_pages.mjs';
import { database } from './faults/database.mjs';
import { hostileInput } from './faults/hostile_input.mjs';
import { http } from './faults/http.mjs';
import { hosting } from './faults/hosting.mjs';
import { kernel } from './faults/kernel.mjs';
import { learning } from './faults/learning.mjs';
import { loader } from './faults/loader.mjs';
import { lookups } from './faults/lookups.mjs';
import { membership } from './faults/membership.mjs';
import { money } from './faults/money.mjs';
import { openapi } from './faults/openapi.mjs';
import { platform } from './faults/platform.mjs';
import { plugins } from './faults/plugins.mjs';
import { proxies } from './faults/proxies.mjs';
import { shop } from './faults/shop.mjs';
import { users } from './faults/users.mjs';
import { webhooks } from './faults/webhooks.mjs';

/** All planted faults. */
export const faults = [
  ...hostileInput,
  ...http,
  ...kernel,
  ...hosting,
  ...proxies,
  ...plugins,
  ...database,
  ...openapi,
  ...clients,
  ...platform,
  ...money,
  ...shop,
  ...users,
  ...access,
  ...accounts,
  ...webhooks,
  ...learning,
  ...loader,
  ...lookups,
  ...membership,
  ...command,
  ...console,
  ...consolePages,
];
