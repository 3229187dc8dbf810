import type { CommandContext } from './context.ts';

type Add = (context: CommandContext) => void;

const commands = new Map<string, () => Promise<Add>>(
  Object.entries({
    start: async () => (await import('../operations/commands/start.ts')).addStart,
    dev: async () => (await import('../devtools/commands/dev.ts')).addDev,
    routes: async () => (await import('../operations/commands/routes.ts')).addRoutes,
    client: async () => (await import('../devtools/commands/client.ts')).addClient,
    config: async () => (await import('../operations/commands/config.ts')).addConfigShow,
    demo: async () => (await import('../operations/commands/demo.ts')).addDemo,
    check: async () => (await import('../devtools/commands/check.ts')).addCheck,
    seed: async () => (await import('../database/commands/seed.ts')).addSeed,
    token: async () => (await import('../users/commands/token.ts')).addToken,
    top: async () => (await import('../operations/commands/top.ts')).addTop,
    new: async () => (await import('../devtools/commands/new.ts')).addNew,
    test: async () => (await import('../devtools/commands/test.ts')).addTest,
    openapi: async () => (await import('../operations/commands/openapi.ts')).addOpenApi,
    outbox: async () => (await import('../events/commands/outbox.ts')).addOutbox,
    plan: async () => (await import('../devtools/commands/plan.ts')).addPlan,
    events: async () => (await import('../events/commands/events.ts')).addEvents,
    'ledger:check': async () => (await import('../ledger/commands/ledger_check.ts')).addLedgerCheck,
    'orders:close-expired': async () =>
      (await import('../orders/commands/orders_close_expired.ts')).addOrdersCloseExpired,
    bisect: async () => (await import('../devtools/commands/bisect.ts')).addBisect,
    leaks: async () => (await import('../operations/commands/leaks.ts')).addLeaks,
    plugin: async () => (await import('../operations/commands/plugin.ts')).addPlugin,
    doctor: async () => (await import('../operations/commands/doctor.ts')).addDoctor,
    migrate: async () => (await import('../database/commands/migrate.ts')).addMigrate,
    backup: async () => (await import('../database/commands/backup.ts')).addBackup,
    restore: async () => (await import('../database/commands/restore.ts')).addRestore,
  }),
);

/**
 * Adds only the requested command, since loading all commands takes longer than loading the server. Without a command,
 * adds all of them, for the list.
 */
export async function addCommands(context: CommandContext, argv: readonly string[]): Promise<void> {
  // Other words of the command line may match command names; an extra command does no harm.
  const asked = [...commands].filter(([name]) => argv.includes(name));
  const adding = await Promise.all((asked.length > 0 ? asked : [...commands]).map(([, load]) => load()));
  for (const add of adding) add(context);
}
