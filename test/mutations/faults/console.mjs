// The console in the browser.

/** @type {readonly import('../planted.mjs').Fault[]} */
export const console = [
  {
    id: 'console-change-without-header',
    file: 'core/console/services/console_cookie.ts',
    find: 'if (isOwn && (reading.has(method) || headers[HEADER] !== undefined)) return;',
    put: 'if (isOwn) return;',
    says: 'a form of another page changes something with the session of the console',
    part: 'core/console/services',
  },
  {
    id: 'console-request-of-another-site',
    file: 'core/console/services/console_cookie.ts',
    find: "const isOwn = ownSites.has(headers['sec-fetch-site']);",
    put: 'const isOwn = true;',
    says: 'requests that another site has caused are served with the session of the console',
    part: 'core/console/services',
  },
  {
    id: 'console-cookie-for-scripts',
    file: 'core/console/services/console_cookie.ts',
    find: 'Max-Age=${seconds}; HttpOnly; SameSite=Strict',
    put: 'Max-Age=${seconds}; SameSite=Strict',
    says: 'scripts can read the session of the console',
    part: 'core/console/resources',
  },
  {
    id: 'console-for-everybody',
    file: 'core/console/services/console_sign_in.ts',
    find: 'if (!consolePermissions.isForConsole(caller)) throw failures.noConsole();',
    put: '',
    says: 'accounts without a permission of the console begin a session of it',
    part: 'core/console/resources',
  },
  {
    id: 'console-stale-cookie',
    file: 'core/console/services/console_cookie.ts',
    find: 'const token = isSignIn(request) ? undefined : cookieOf(request);',
    put: 'const token = cookieOf(request);',
    says: 'a browser with the cookie of an ended session cannot sign in again',
    part: 'core/console/resources',
  },
  {
    id: 'console-unreadable-section',
    file: 'core/console/services/setting_forms.ts',
    find: '(readPermission === undefined || permissions.has(readPermission)),',
    put: 'readPermission !== null,',
    says: 'sections of the settings are shown to callers who may not read them',
    part: 'core/console/resources',
  },
  {
    id: 'console-stream-in-the-way',
    file: 'core/console/services/measurement_stream.ts',
    find: 'for (const response of this.#open.keys()) this.#end(response);',
    put: '',
    says: 'the shutdown waits for the open pages of the console',
    part: 'core/console/services',
  },
  {
    id: 'stream-counted-as-slow',
    file: 'core/hosting/api/mounted.ts',
    find: 'if (isStream(response)) done();',
    put: '',
    says: 'streams count as requests that took as long as they were open',
    part: 'core/console/services',
  },
];
