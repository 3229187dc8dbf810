import { servicesWith, type Fault } from './fault.ts';

/** Contributions that nothing uses. */
export const idle: readonly Fault[] = [
  {
    what: 'a hook at an address that is none',
    check: 'parts',
    files: servicesWith(
      ...['import { asClass,', 'import { asClass, asValue,'],
      'export default {',
      `export default {
  hook: contributes('operationHooks', asValue({ operation: 'get', address: '/curses/{id}', before() {} })),`,
    ),
    says: /the operation hook of get at \/curses\/\{id\} is never called/,
    file: 'services.js',
  },
  {
    what: 'a contribution that another module does not use',
    check: 'parts',
    files: servicesWith(
      'export default {',
      `class Teller {
  constructor({ logger }) {
    const message = "The job 'late' of module 'shelf' does not run: no zone; write Europe/Berlin.";
    this.ready = () => logger.error({ contributor: 'shelf' }, message);
  }
}
export default {
  teller: asClass(Teller),`,
    ),
    says: /^The job 'late' of module 'shelf' does not run: no zone$/,
    file: 'services.js',
  },
];
