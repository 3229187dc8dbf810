/** Text of module.json of a module with roles. */
export const manifest = (name: string, roles: object) =>
  JSON.stringify({ name, version: '1.0.0', engines: { lectern: '*' }, roles });

/** An authenticator that gives callers the roles of a header, and operations that require permissions. */
export const files = {
  'core/gate/module.json': manifest('gate', { ROLE_ADMIN: ['admin_gate'], ROLE_ALL: ['*'], ROLE_USER: [] }),
  'core/gate/services.mjs': `
    import { contributes, use } from 'lectern';
    class Gate {
      name = 'Gate'; rank = 10; challenge = 'Basic realm="gate"'; security = { type: 'http', scheme: 'basic' };
      roles = use('roles');
      find(request) { return request.header('x-roles'); }
      identify(text) {
        const roles = text.split(' ');
        return { id: '1', nickname: 'somebody', roles, permissions: this.roles.permissionsOf(roles) };
      }
    }
    class Key {
      name = 'Key'; rank = 20; challenge = 'Key realm="gate"';
      security = { type: 'apiKey', in: 'header', name: 'X-Key' };
      find() { return undefined; }
      identify() { throw new Error('never asked'); }
    }
    export default { gate: contributes('authenticators', Gate), key: contributes('authenticators', Key) };`,
  'core/gate/resources/reports.mjs': `
    import { defineResource, field, shape } from 'lectern';
    const report = shape('Report').mode('public', { text: field.text('Text.') });
    const operation = (requires) => ({ requires, returns: [report, 'public'], run: () => ({ text: 'for you' }) });
    export default defineResource('/reports', { search: operation('plugin_report'), add: operation('admin_gate') });`,
};
