import { join } from 'node:path';
import { expect } from 'chai';
import { standardFailures } from 'lectern';
import type { Kernel, Route } from 'lectern/host';
import { after, before, describe, it } from 'mocha';
import { AuthorisationMatrix } from '../support/authorisation.ts';
import { Installation, manifest } from '../support/installation.ts';
import { projectRoot, startOwnPlatform, type Platform } from '../support/platform.ts';
import { rememberPasswords } from '../support/remembered_passwords.ts';
import { takingTurns, visitorSections as modules, visitorsOf } from '../support/visitors.ts';

/** All open routes; a new open route has to be added here. */
const openRoutes = [
  // Open by the specification, section 4.
  'GET /captcha/{captchaToken}',
  'GET /item_bank_exercises/{exerciseId}/members',
  'GET /item_bank_exercises/{exerciseId}/modules',
  'GET /item_bank_exercises/{id}',
  'GET /plugins/vip/vip_classrooms',
  'GET /plugins/vip/vip_course_sets',
  'GET /plugins/vip/vip_courses',
  'GET /plugins/vip/vip_levels',
  'GET /plugins/vip/vip_levels/{levelId}',
  'GET /settings',
  'GET /settings/{type}',
  'GET /user/isLogin',
  'POST /callback/{gateway}/notify',
  'POST /captcha',
  'POST /sms_center',
  // Refuses anonymous callers by a failure of its own.
  'POST /trades',
  'POST /user/login',
  // Ours: the catalogue, for anonymous callers.
  'GET /classrooms',
  'GET /classrooms/{classroomId}/courses',
  'GET /classrooms/{classroomId}/courses/{id}',
  'GET /classrooms/{id}',
  'GET /course_categories',
  'GET /course_categories/tree',
  'GET /course_categories/{id}',
  'GET /course_sets',
  'GET /course_sets/{id}',
  'GET /courses',
  'GET /courses/{id}',
  'GET /item_bank_exercises',
  'GET /item_bank_exercises/{exerciseId}/members/{id}',
  'GET /item_bank_exercises/{exerciseId}/modules/{id}',
  // Ours: sign-in, registration and password resets.
  'POST /console/sessions',
  'POST /email_confirmations',
  'POST /password_reset_links',
  'POST /password_resets',
  'POST /user/sms_login',
  'POST /users',
];

const notes = `
  import { open, raw, requires, resource, returns } from 'lectern';

  @resource('/plugins/notes/notes')
  export default class Notes {
    @open @returns(raw)
    search() { return []; }

    @returns(raw)
    get() { return {}; }

    @requires('admin_notes') @returns(raw)
    update() { return {}; }

    @returns(raw)
    remove() { throw new Error('broken'); }
  }`;
const plugin = new Installation({
  'plugins/notes/module.json': manifest('notes', { roles: { ROLE_ADMIN: ['admin_notes'] } }),
  'plugins/notes/resources/notes.ts': notes,
});
// The permissions of the roles are read from the manifests, those of the platform and that of the plugin.
for (const layer of ['core', 'custom']) plugin.link(join(projectRoot, layer), layer);

/** One of so many routes is requested with all of its methods, also `HEAD`. */
const EVERY_METHOD = 4;

let platform: Platform;

before(async () => {
  platform = await startOwnPlatform({ modules }, [join(plugin.root, 'plugins/notes')]);
  rememberPasswords(platform.services);
});
after(async () => {
  await platform.stop();
  await plugin.clear();
});

describe('The access to routes', () => {
  /** Each has one visitor of each kind; routes take turns. */
  let matrices: AuthorisationMatrix[];
  let routes: readonly Route[];

  before(() => {
    const { kernel } = platform;
    routes = kernel.routes.filter(({ address }) => !address.startsWith('/plugins/notes/'));
    matrices = takingTurns(visitorsOf(kernel)).map((visitors, turn) => {
      return new AuthorisationMatrix({ kernel, root: projectRoot, visitors, everyMethod: turn % EVERY_METHOD === 0 });
    });
  });
  after(() => {
    for (const matrix of matrices) matrix.close();
  });

  it('matches the declaration of each route', async () => {
    const problems: string[] = [];
    for (const [index, route] of routes.entries()) {
      problems.push(...(await matrices[index % matrices.length]!.problemsOf(route)));
    }
    expect(problems).to.deep.equal([]);
    expect(platform.kernel.failedPlugins).to.deep.equal([]);
    expect(routes).to.have.length.above(50);
  }).timeout(240_000);

  it('is granted to the roles of the manifests', () => {
    const { kernel } = platform;
    const matrix = new AuthorisationMatrix({ kernel, root: projectRoot, visitors: visitorsOf(kernel) });
    const wrong = routes.flatMap((route) => {
      const { access } = route;
      if (access.kind !== 'permission') return [];
      return matrix.rowsOf(route).filter(({ visitor: { roles }, expected }) => {
        const isGranted = roles && kernel.services.roles.permissionsOf(roles).has(access.permission);
        return roles && isGranted !== (expected === 'admitted');
      });
    });
    expect(wrong).to.deep.equal([]);
  });

  it('is open at the listed addresses only', () => {
    const open = routes.filter(({ access }) => access.kind === 'open');
    // An installation without the plugin vip has fewer of them.
    const plugins = new Set(routes.filter(({ layer }) => layer === 'plugins').map(keyOf));
    const expected = openRoutes.filter((key) => !key.includes('/plugins/') || plugins.has(key));
    expect(open.map(keyOf)).to.have.members(expected);
  });
});

describe('The authorisation matrix', () => {
  let kernel: Kernel;
  let matrix: AuthorisationMatrix;

  before(() => {
    ({ kernel } = platform);
    matrix = new AuthorisationMatrix({ kernel, root: plugin.root, visitors: visitorsOf(kernel) });
  });
  after(() => {
    matrix.close();
  });

  const route = (key: string) => kernel.routes.find((one) => keyOf(one) === key)!;
  const search = () => route('GET /plugins/notes/notes');
  const get = () => route('GET /plugins/notes/notes/{id}');
  const update = () => route('PATCH /plugins/notes/notes/{id}');
  const remove = () => route('DELETE /plugins/notes/notes/{id}');

  function outcomesOf(of: Route, method: string): Record<string, string> {
    const rows = matrix.rowsOf(of).filter((row) => row.method === method);
    return Object.fromEntries(rows.map(({ visitor, expected }) => [visitor.name, String(expected)]));
  }

  it('has rows for each visitor and method of a route of a plugin', () => {
    const refused = {
      'a client with an unknown token': '401,5',
      'a client with an expired token': '401,5',
      'a locked user with a token': '401,6',
      'a locked user with a JWT': '401,6',
      'a client with a JWT of a foreign signer': '401,5',
      'a client with a wrong password': '401,4',
      'a client with a wrong Access-Token': '401,4',
      'a client with a wrong third-party token': '401,4',
    };
    const everybody = { student: 'admitted', planner: 'admitted', manager: 'admitted', admin: 'admitted' };
    const admitted = { ...everybody, 'a service': 'admitted' };
    const lacking = { student: '403,13', planner: '403,13' };
    const firstOf = { GET: refused, HEAD: {}, PATCH: refused, PUT: {} };
    for (const method of ['GET', 'HEAD'] as const) {
      const all = { ...firstOf[method], ...admitted };
      expect(outcomesOf(search(), method)).to.deep.equal({ nobody: 'admitted', ...all });
      expect(outcomesOf(get(), method)).to.deep.equal({ nobody: '401,11', ...all });
    }
    for (const method of ['PATCH', 'PUT'] as const) {
      const all = { ...firstOf[method], ...admitted, ...lacking };
      expect(outcomesOf(update(), method)).to.deep.equal({ nobody: '401,11', ...all });
    }
  });

  it('finds nothing if every route checks its access', async () => {
    for (const one of [search(), get(), update()]) expect(await matrix.problemsOf(one)).to.deep.equal([]);
  });

  it('reports a route that serves anonymous callers although it requires a sign-in', async () => {
    const [first, ...more] = await matrix.problemsOf({ ...search(), access: { kind: 'signedIn' } });
    expect(first).to.equal(
      'GET /api/plugins/notes/notes (declared: signed in) by nobody: expected 401 with code 11, but it answered 200',
    );
    expect(more)
      .to.have.length(1)
      .and.match(/HEAD .* by nobody/);
  });

  it('reports a route that serves callers without its permission', async () => {
    const problems = await matrix.problemsOf({ ...get(), access: { kind: 'permission', permission: 'admin_notes' } });
    const visitors = problems.map((problem) => / by (.*?):/.exec(problem)?.[1]);
    expect(visitors).to.deep.equal(['student', 'planner', 'student', 'planner']);
  });

  it('reports a route that refuses permitted callers', async () => {
    expect(await matrix.problemsOf({ ...get(), access: { kind: 'open' } }))
      .to.have.length(2)
      .and.match(/by nobody/);
    const problems = await matrix.problemsOf({ ...update(), access: { kind: 'signedIn' } });
    expect(problems[0]).to.equal(
      'PATCH /api/plugins/notes/notes/999999999 (declared: signed in) by student: ' +
        'expected to be admitted, but it answered 403 with code 13 (Permission denied; ask an administrator for the permission "admin_notes".)',
    );
  });

  it('reports an internal error, unless the route declares this failure', async () => {
    const problems = await matrix.problemsOf(remove());
    expect(problems).to.have.length(5);
    expect(problems[0]).to.match(/ by student: expected to be admitted, but it answered 500 with code 7/);
    expect(await matrix.problemsOf({ ...remove(), fails: [standardFailures.internal] })).to.deep.equal([]);
  });

  it('reports a route that ignores an invalid credential', async () => {
    const lenient = { name: 'somebody', credential: () => ({}), refused: [401, 5] as const };
    const other = new AuthorisationMatrix({ kernel, root: plugin.root, visitors: [lenient] });
    expect(await other.problemsOf(search())).to.have.length(1);
    other.close();
  });
});

function keyOf({ methods, address }: Route): string {
  return `${methods[0] ?? ''} ${address}`;
}
