import { adding, servicesWith, type Fault } from './fault.ts';

/** Contributions that nothing uses. */
export const idle: readonly Fault[] = [
  {
    what: 'an operation hook at an unknown address',
    check: 'parts',
    plugin: 1,
    changes: [
      servicesWith(
        ...['import { contributes,', 'import { asValue, contributes,'],
        'export default {',
        `export default {
  hook: contributes('operationHooks', asValue({ operation: 'get', address: '/curses/{id}', before() {} })),`,
      ),
    ],
    says: /the operation hook of get at \/curses\/\{id\} is never called/,
    file: 'services.js',
  },
  {
    what: 'a contribution that another module does not use',
    check: 'parts',
    plugin: 2,
    changes: [
      servicesWith(
        'export default {',
        `class Teller {
  logger = use('logger');
  ready() {
    const message = "The job 'late' of module 'shelf' does not run: no zone; write Europe/Berlin.";
    this.logger.error({ contributor: 'shelf' }, message);
  }
}
export default {
  teller: Teller,`,
      ),
    ],
    says: /^The job 'late' of module 'shelf' does not run: no zone$/,
    file: 'services.js',
  },
  {
    what: 'a command in a file of another name',
    check: 'parts',
    plugin: 3,
    changes: [
      adding({
        'commands/shelf-count.js': "export default ({ program }) => program.command('shelf:count').action(() => {});",
      }),
    ],
    says: /^the command line has no command of this file: .* shelf:count, which belongs in commands\/shelf_count\.ts\.$/,
    file: 'commands/shelf-count.js',
  },
  {
    what: 'a command that cannot be loaded',
    check: 'parts',
    plugin: 4,
    changes: [adding({ 'commands/shelf_count.js': "throw new Error('no shelf');" })],
    says: /no shelf/,
    file: 'commands/shelf_count.js',
  },
];
