import { type CommandContext, examples, quietKernel, table } from '../../../cli/index.ts';
import { knownEvents, remarkOn, type EventSubscriber, type KnownEvent } from '../inspect/known_events.ts';

export default function addEvents({ program, io, root, boot }: CommandContext): void {
  program
    .command('events')
    .description('List the events that modules declare, and their subscribers.')
    .option('--json', 'print JSON, with payloads, descriptions and places of publication')
    .addHelpText('after', examples('events', 'events --json'))
    .action(async ({ json }: { json?: boolean }) => {
      const events = knownEvents(root(), await quietKernel(boot()));
      io.print(json, events, () =>
        events.length > 0 ? table(events.flatMap(rowsOf)) : 'No module declares an event.',
      );
      for (const remark of events.map(remarkOn)) if (remark !== undefined) io.error(remark);
    });
}

function rowsOf({ event, declared, published, heard, checkedBy }: KnownEvent): Record<string, string>[] {
  const [home] = [...declared, ...published];
  const first = { event, module: home?.module ?? '', where: home ? `${home.file}:${home.line}` : '' };
  const rows = [
    ...checkedBy.map((module) => ({ subscriber: `check of ${module}`, how: 'can refuse' })),
    ...heard.map((one) => ({ subscriber: one.subscriber, how: howOf(one) })),
  ];
  if (rows.length === 0) return [{ ...first, subscriber: 'none', how: '' }];
  return rows.map((row, index) => ({ ...(index === 0 ? first : { event: '', module: '', where: '' }), ...row }));
}

function howOf({ transactional, where }: EventSubscriber): string {
  const filter = Object.entries(where).map(([name, value]) => `${name} = ${String(value)}`);
  return [...(transactional ? [] : ['outside of a transaction']), ...filter].join(', ');
}
