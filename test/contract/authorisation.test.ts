import { expect } from 'chai';
import type { Route } from 'lectern/host';
import { AuthorisationMatrix } from '../support/authorisation.ts';
import { projectRoot, startPlatform } from '../support/platform.ts';
import { rememberPasswords } from '../support/remembered_passwords.ts';
import { started } from '../support/started.ts';
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

/** One of so many routes is requested with all of its methods, also `HEAD`. */
const EVERY_METHOD = 4;

describe('The access to routes', () => {
  /** Each has one visitor of each kind; routes take turns. */
  let matrices: AuthorisationMatrix[];
  let routes: readonly Route[];

  after(() => {
    for (const matrix of matrices) matrix.close();
  });
  const platform = started(() => startPlatform({ modules }));
  before(() => {
    const { kernel } = platform;
    rememberPasswords(platform.services);
    ({ routes } = kernel);
    matrices = takingTurns(visitorsOf(kernel)).map((visitors, turn) => {
      return new AuthorisationMatrix({ kernel, root: projectRoot, visitors, everyMethod: turn % EVERY_METHOD === 0 });
    });
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

  it('is seen in the answers: routes that are declared otherwise have problems', async () => {
    const named = (key: string) => routes.find((route) => keyOf(route) === key)!;
    const problemsOf = (key: string, access: Route['access']) => matrices[0]!.problemsOf({ ...named(key), access });
    const [first, ...more] = await problemsOf('GET /settings', { kind: 'signedIn' });
    expect(first).to.match(
      /^GET \/api\/settings \(declared: signed in\) by nobody: expected 401 with code 11, but it answered 422/,
    );
    expect(more).to.have.length(1);
    const lacking = await problemsOf('GET /articles', { kind: 'permission', permission: 'nobody_has_it' });
    expect(lacking.join()).to.include('expected 403 with code 13, but it answered 200');
    const [refused] = await problemsOf('GET /articles', { kind: 'open' });
    expect(refused).to.match(/by nobody: expected to be admitted, but it answered 401 with code 11/);
  });

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

function keyOf({ methods, address }: Route): string {
  return `${methods[0] ?? ''} ${address}`;
}
