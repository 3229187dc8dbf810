import type { Route } from '../../../kernel/routes/route.ts';

/** Address of the operation that gives a token. */
const address = '/user/login';

/** Whether an installation has the operation that the form needs. */
export function hasSignIn(routes: readonly Route[]): boolean {
  return routes.some((route) => route.address === address && route.methods.includes('POST'));
}

/**
 * Markup of the sign-in form of the reference page. The forms to sign in and out take the same place, so that the
 * operations below do not move. Both are hidden until the script handles them: the browser must not send the password.
 */
export function signInForm(isPrefilled: boolean): string {
  return `      <div id="account">
        <form id="sign-in" method="post"${isPrefilled ? ' data-prefilled' : ''} hidden>
          <input name="username" aria-label="User name" placeholder="User name" autocomplete="username" required />
          <input name="password" aria-label="Password" placeholder="Password" type="password" autocomplete="current-password" required />
          <button>Sign in</button>
        </form>
        <form id="sign-out" hidden>
          <span></span>
          <button>Sign out</button>
        </form>
      </div>
      <span id="sign-in-problem" role="alert"></span>`;
}

/**
 * Script of the form: asks for a token, and gives it to Swagger UI, which keeps it in the local storage of the browser.
 * A prefilled form contains the example account of the document, which the demo data creates.
 */
export const signIn = `const setUpSignIn = (ui) => {
  const path = base + '/api${address}';
  const spec = ui.specSelectors.specJson().toJS();
  const schemes = Object.entries(spec.components?.securitySchemes ?? {});
  const [scheme, schema] = schemes.find(([, { name }]) => name === 'X-Auth-Token') ?? [];
  const [form, shown, problem] = ['sign-in', 'sign-out', 'sign-in-problem'].map((id) => document.getElementById(id));
  if (!form || !scheme) return;

  const tokenOf = () => ui.authSelectors.authorized().getIn([scheme, 'value']);
  const render = () => {
    const token = tokenOf();
    form.hidden = token !== undefined;
    shown.hidden = token === undefined;
    const name = localStorage.getItem('lectern-user');
    shown.querySelector('span').textContent = name ? 'Signed in as ' + name : 'Signed in';
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    try {
      const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error.message);
      localStorage.setItem('lectern-user', answer.user.nickname);
      ui.authActions.authorizeWithPersistOption({ [scheme]: { name: scheme, schema, value: answer.token } });
    } catch (error) {
      problem.textContent = error.message;
    }
  });

  shown.addEventListener('submit', (event) => {
    event.preventDefault();
    // The page forgets the token even if the server cannot be reached now.
    void fetch(base + '/api/tokens/current', { method: 'DELETE', headers: { 'X-Auth-Token': tokenOf() } }).catch(() => undefined);
    localStorage.removeItem('lectern-user');
    ui.authActions.logoutWithPersistOption([scheme]);
  });

  const [example] = spec.components.schemas?.AddUserLoginBody?.examples ?? [];
  if ('prefilled' in form.dataset && example)
    for (const [name, value] of Object.entries(example)) form.elements[name].value = value;
  ui.getStore().subscribe(render);
  render();
};
`;
