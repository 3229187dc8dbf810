import { manifest, type Files } from '../../../support/installation.ts';

/** A plugin with operations that answer their input, count their calls, fail, or require a permission. */
export const probe: Files = {
  'plugins/probe/module.json': manifest('probe', { roles: { ROLE_ADMIN: ['probe'] } }),
  'plugins/probe/resources/echoes.js': `
import { defineResource, input, raw } from 'lectern';
const fields = {
  text: input.optional(input.text()),
  n: input.optional(input.integer({ maximum: 9 })),
  id: input.optional(input.id()),
  flag: input.optional(input.bool()),
  word: input.optional(input.oneOf(['a', 'b'])),
  list: input.optional(input.list(input.text(), { maxItems: 5 })),
};
export default defineResource('/plugins/probe/echoes', {
  add: { open: true, accepts: fields, returns: [raw], run: (_services, { input }) => input },
  update: { open: true, accepts: fields, returns: [raw], run: (_services, { input }) => input },
  search: { open: true, accepts: fields, returns: [raw], run: (_services, { input }) => input },
  get: { open: true, returns: [raw], run: (_services, { params }) => params },
  remove: { open: true, returns: [raw], run: (_services, { params }) => params },
});`,
  'plugins/probe/resources/counts.js': `
import { defineResource, input, raw } from 'lectern';
let runs = 0;
const counting = { open: true, accepts: { n: input.optional(input.integer()) }, returns: [raw], run: () => ({ id: ++runs }) };
export default defineResource('/plugins/probe/counts', {
  add: { ...counting, creates: true }, update: { ...counting, idempotent: true }, remove: counting, search: counting,
});`,
  'plugins/probe/resources/failing.js': `
import { defineFailures, defineResource, field, input, raw, shape, standardFailures } from 'lectern';
const kinds = defineFailures({ spent: [2001, 500, 'Spent.'], missing: [10, 404, 'Missing.'] });
const secret = 'the secret of the house';
const ways = {
  throws: () => { throw new Error(secret); },
  text: () => { throw secret; },
  nothing: () => { throw undefined; },
  spent: () => { throw kinds.spent(); },
  away: () => { throw Object.assign(new Error(secret), { unavailable: true }); },
  broken: () => { throw kinds.missing({ headers: { 'X-Bad': 'a\\r\\nSet-Cookie: b' } }); },
  foreign: () => ({ reply }) => { reply.header('X-Bad', '\\u6f22'); },
  twice: () => ({ reply }) => { reply.header('X-Twice', 'a'); reply.header('x-twice', 'b'); },
  mine: () => { throw kinds.missing(); },
};
export default defineResource('/plugins/probe/failing', {
  item: 'way',
  get: {
    open: true, returns: [raw], fails: [kinds.missing.as({ status: 400, code: 7 })],
    run: async (_services, call) => { ways[call.params.way]()?.(call); return {}; },
  },
  search: {
    open: true, accepts: { way: input.text() }, returns: [raw], fails: [kinds.missing.as({ status: 400, code: 7 })],
    run: (_services, call) => { ways[call.input.way]()?.(call); return {}; },
  },
});`,
  'plugins/probe/resources/order.js': `
import { defineResource, input, raw } from 'lectern';
export default defineResource('/plugins/probe/guarded', {
  add: { requires: 'probe', accepts: { n: input.integer() }, returns: [raw], run: (_services, { input }) => input },
  update: { requires: 'probe', accepts: { n: input.integer() }, returns: [raw], run: (_services, { input }) => input },
  get: { returns: [raw], run: (_services, { user }) => user },
});`,
  'plugins/probe/services.js': `
import { asValue, contributes, standardFailures } from 'lectern';
const callers = { nobody: [], holder: ['probe'], slow: [] };
export default {
  keys: contributes('authenticators', asValue({
    name: 'Key', rank: 1, challenge: 'Key realm="probe"', security: { type: 'apiKey', in: 'header', name: 'X-Key' },
    find: (request) => request.header('x-key'),
    identify: async (key, request) => {
      // Known only when its request is over.
      if (key === 'slow') await new Promise((resolve) => request.message.once('close', resolve));
      if (!Object.hasOwn(callers, key)) throw standardFailures.invalidToken();
      return { id: '1', nickname: key, roles: [], permissions: new Set(callers[key]) };
    },
  })),
};`,
};
