import { type CommandContext, examples, quietKernel, table } from '../../cli/index.ts';
import { knownEvents, remarkOn, type KnownEvent } from '../inspect/known_events.ts';

/** `lectern events`: events of this installation, with publishers and subscribers. */
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

function rowsOf({ event, declared, published, heard }: KnownEvent): Record<string, string>[] {
  const [home] = [...declared, ...published];
  const first = { event, module: home?.module ?? '', where: home ? `${home.file}:${home.line}` : '' };
  if (heard.length === 0) return [{ ...first, subscriber: 'none', how: '' }];
  return heard.map(({ subscriber, transactional, where }, index) => {
    const filter = Object.entries(where).map(([name, value]) => `${name} = ${String(value)}`);
    const how = [...(transactional ? [] : ['outside of a transaction']), ...filter].join(', ');
    const told = index === 0 ? first : { event: '', module: '', where: '' };
    return { ...told, subscriber, how };
  });
}
