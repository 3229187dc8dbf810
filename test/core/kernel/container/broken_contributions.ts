import { manifest, type Files } from '../../../support/installation.ts';
import { opening } from '../boot/support.ts';

/** A plugin with a broken contribution, and the reason of its failure. */
export interface BrokenContribution {
  /** Core modules whose extension points it contributes to. */
  readonly requires?: readonly string[];
  /** Entries of its `services.js`; `broken` stands for the name of the plugin, which no other service has. */
  readonly services: string;
  /** Words of the reason why it is set aside. */
  readonly reason: RegExp;
}

/** Core modules that declare these extension points; the kernel declares the others. */
const keepers: Readonly<Record<string, readonly string[]>> = {
  gateways: ['payments'],
  jobs: ['jobs'],
  loginProviders: ['social_login'],
  memberships: ['users'],
  orderClosers: ['orders'],
  products: ['orders'],
  settingsSections: ['settings'],
  smsProviders: ['verification'],
};

const contributing = (point: string, value: string, reason: RegExp): BrokenContribution => ({
  requires: keepers[point] ?? [],
  services: `broken: contributes('${point}', asValue(${value}))`,
  reason,
});

const setting = (declared: string, reason: RegExp): BrokenContribution => ({
  ...contributing('settingsSections', `core.section('glow', { lamp: core.setting.${declared} })`, reason),
});

/** Plugins by name that fail to start; the rest of the installation starts. */
export const failsToStart: Readonly<Record<string, BrokenContribution>> = {
  authenticator_null: contributing(
    'authenticators',
    'null',
    /to "authenticators" is invalid: it is null; give an object/,
  ),
  authenticator_half: contributing(
    'authenticators',
    `{ name: 'Half', rank: 5, challenge: 'Half', security: { type: 'http' }, find: () => undefined }`,
    /"identify" is missing; give a function\.$/,
  ),
  authenticator_rank: contributing(
    'authenticators',
    `{ name: 'Rank', rank: NaN, challenge: 'Rank', security: {}, find() {}, identify() {} }`,
    /"rank" is NaN; give a number\.$/,
  ),
  authenticator_place: contributing(
    'authenticators',
    `{ name: 'Place', rank: 5, challenge: 'Place', security: {}, find() {}, identify() {} }`,
    /in "security", "type" is missing; give a text\.$/,
  ),
  authenticator_fails: contributing(
    'authenticators',
    `{ name: 'Fails', rank: 5, challenge: 'Fails', security: { type: 'http' }, fails: [undefined], find() {}, identify() {} }`,
    /"fails" is a list; give a list of failures\.$/,
  ),
  change_listener: contributing(
    'changeListeners',
    `'rubbish'`,
    /it is a text; give an object with listens, changed\.$/,
  ),
  gateway: contributing('gateways', `{ name: 'Barter' }`, /"isEnabled" is missing; give a function\.$/),
  job_null: contributing('jobs', 'null', /it is null; give an object with name, everySeconds, schedule, run\.$/),
  job_period: contributing(
    'jobs',
    `{ name: 'x.y', everySeconds: 0, run: async () => {} }`,
    /"everySeconds" is 0; give a number above 0\.$/,
  ),
  job_promise: {
    requires: ['jobs'],
    services: `broken: contributes('jobs', asFunction(async () => ({ name: 'x.z', everySeconds: 1, run() {} })))`,
    reason: /it is a promise; build it without await, and await in start\(\)\.$/,
  },
  job_getter: contributing(
    'jobs',
    `{ get name() { throw new Error('no name'); }, everySeconds: 1, run() {} }`,
    /"name" cannot be read: no name$/,
  ),
  login_provider: contributing('loginProviders', `{ name: 'x', enabled: 1 }`, /"enabled" is 1; give true or false\.$/),
  memberships: contributing('memberships', '{}', /"of" is missing; give a function\.$/),
  mount: contributing('mounts', `{ address: 7, handle() {} }`, /"address" is 7; give a text\.$/),
  order_closer: contributing('orderClosers', '{ settle() {} }', /"closing" is missing; give a function\.$/),
  product: contributing('products', `{ targetType: '' , offer() {} }`, /"targetType" is empty; give a text\.$/),
  safety_rules: contributing('safetyRules', '[null]', /it is null; give an object with setting, severity/),
  safety_rule: contributing('safetyRules', '{}', /it is an object; give a list\.$/),
  section: contributing('settingsSections', 'null', /it is null; give an object with name, shape/),
  section_shape: contributing('settingsSections', `{ name: 'x', shape: {} }`, /"shape" is an object; give a Shape\.$/),
  setting_bool: setting(
    `bool('On.', 'yes')`,
    /the section "glow" of the settings is wrong: the initial value of "lamp" is "yes"; give true or false\. \(plugins\/setting_bool\/services\.js:\d+\)$/,
  ),
  setting_bool_text: setting(`bool('On.', 'true')`, /of "lamp" is "true"; give true or false\./),
  setting_missing: setting(`bool('On.')`, /of "lamp" is missing; give true or false\./),
  setting_number: setting(`intString('Watts.', 'ten')`, /of "lamp" is "ten"; give an integer from 0 to 10000\./),
  setting_bounds: setting(
    `intString('Watts.', 200, { maximum: 100 })`,
    /of "lamp" is 200; give an integer from 0 to 100\./,
  ),
  setting_word: setting(`oneOf(['white', 'red'], 'Colour.', 'blue')`, /of "lamp" is "blue"; give one of white, red\./),
  setting_text: setting(`text('Name.', 7)`, /of "lamp" is 7; give text of 0 to 255 characters\./),
  setting_blank: setting(`text('Name.', '', { required: true })`, /of "lamp" is ""; give text that is not blank\./),
  setting_decimal: setting(`decimal('Rate.', '-5')`, /of "lamp" is "-5"; give a number of 0 or more/),
  setting_built: {
    requires: ['settings'],
    services: `broken: contributes('settingsSections', asFunction(() => core.section('glow', { lamp: core.setting.flag('On.', 2) })))`,
    reason: /the service "setting_built" cannot be built: .*of "lamp" is 2; give an integer from 0 to 1\.$/,
  },
  sms_provider: contributing('smsProviders', `{ name: 'x' }`, /"send" is missing; give a function\.$/),
  subscriber: contributing('subscribers', '42', /it is 42; give an object with name, events/),
  subscriber_events: contributing(
    'subscribers',
    `{ name: 'x.y', events: [1] }`,
    /"events" is a list; give a list of texts\.$/,
  ),
  service_getter: {
    services: `get broken() { throw new Error('no stock'); }`,
    reason: /an entry cannot be read: no stock$/,
  },
  service_parameters: {
    services: 'broken: class { constructor(database) {} }',
    reason:
      /the constructor of service_parameters takes parameters; take each service by a field: readonly #database = use\('database'\)$/,
  },
  registration_getter: {
    services: `broken: { get resolve() { throw new Error('no stock'); } }`,
    reason: /the service "\w+" cannot be registered: no stock$/,
  },
  registration_proxy: {
    services: `broken: { get resolve() { throw hostile; } }`,
    reason: /the service "\w+" cannot be registered: a value that cannot be read/,
  },
  start_proxy: {
    services: `broken: asValue({ start() { throw hostile; } })`,
    reason: /the module cannot start: a value that cannot be read/,
  },
  life_getter: {
    services: `broken: asValue({ get start() { throw new Error('no stock'); } })`,
    reason: /properties of the service "\w+" cannot be read: no stock$/,
  },
  point_twice: {
    services: `broken: extensionPoint('jobs', {})`,
    reason: /the extension point "jobs" is declared already; choose another name\.$/,
    requires: ['jobs'],
  },
  ready_throws: {
    services: `broken: asValue({ ready() { throw new Error('no stock'); } })`,
    reason: /the module cannot start: ready\(\) of Object failed: no stock$/,
  },
};

/** Plugins by name that start, and fail when they are called. */
export const failsWhileRunning: Readonly<Record<string, Omit<BrokenContribution, 'reason'>>> = {
  check_hangs: { services: `broken: asValue({ check: () => new Promise(() => {}) })` },
  check_throws: { services: `broken: asValue({ check() { throw new Error('/a/secret/path'); } })` },
  check_proxy: { services: `broken: asValue({ check() { throw hostile; } })` },
  remarks_throw: { services: `broken: asValue({ operatorRemarks() { throw new Error('/a/secret/path'); } })` },
  remarks_rubbish: { services: `broken: asValue({ operatorRemarks: () => [{}] })` },
  ready_rejects: { services: `broken: asValue({ async ready() { throw new Error('not yet'); } })` },
  no_prototype: {
    services: `broken: asValue(Object.assign(Object.create(null), { start() {}, stop() {}, ready: false }))`,
  },
  memberships_throw: {
    requires: ['users'],
    services: `broken: contributes('memberships', asValue({ of() { throw new Error('no members'); } }))`,
  },
  keys: {
    services: ['find', 'proxy', 'async', 'identify', 'nobody', 'hanging']
      .map((name, index) => `${name}Key: contributes('authenticators', key('${name}', ${index}))`)
      .join(',\n'),
  },
  product_free: {
    requires: ['orders'],
    services: `broken: contributes('products', asValue({ targetType: 'gift', offer: async ({ targetId }) => ({
      title: 'x', cover: null, price: targetId === '1' ? -1 : 10, maxRate: targetId === '2' ? 12.5 : 0,
    }) }))`,
  },
};

/** Authenticators that read `X-Key-<name>` and fail, each in another way. Every access to `hostile` throws. */
const keys = `
  const trap = () => { throw new Error('a trap'); };
  const hostile = new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap });
  const reads = { find: () => { throw new Error('no find'); }, proxy: () => { throw hostile; }, async: async () => { throw new Error('no text'); } };
  const owners = {
    identify: () => { throw new Error('no identify'); },
    nobody: async () => undefined,
    hanging: () => new Promise(() => {}),
  };
  const key = (name, rank) => {
    const header = 'X-Key-' + name;
    return asValue({
      name, rank, challenge: name, security: { type: 'apiKey', in: 'header', name: header },
      find: reads[name] ?? ((request) => request.header(header.toLowerCase())),
      identify: owners[name] ?? (() => { throw new Error('never asked'); }),
    });
  };`;

/** Files of all these plugins. */
export function filesOf(plugins: Readonly<Record<string, Omit<BrokenContribution, 'reason'>>>): Files {
  const each = Object.entries(plugins).map(([name, { requires = [], services }]) => ({
    [`plugins/${name}/module.json`]: manifest(name, {
      requires: Object.fromEntries(requires.map((module) => [module, '*'])),
    }),
    [`plugins/${name}/services.js`]: `${opening}
      import { extensionPoint } from 'lectern';
      import * as core from 'lectern/core';
      ${keys}
      export default { ${services.replaceAll('broken', name)} };`,
  }));
  return Object.assign({}, ...each) as Files;
}
