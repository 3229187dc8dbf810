import { fileURLToPath } from 'node:url';
import { asFunction, asValue, contributes, extensionPoint, use } from 'lectern';
import { packageAbove } from '../../hosting/internals.ts';
import type { ConsoleAccounts } from './accounts.ts';
import type { ConsolePage } from './page.ts';
import { ApiCredentials } from './services/api_credentials.ts';
import { ConsoleCookie } from './services/console_cookie.ts';
import { ConsoleSignIn } from './services/console_sign_in.ts';
import { LiveRequests, RequestStream } from './services/live_requests.ts';
import { MeasurementStream, Measurements } from './services/metrics/measurements.ts';
import { ModulePages } from './services/module_pages.ts';
import { PluginPackages } from './services/plugin_packages.ts';
import { PluginPurge, PluginSwitch } from './services/plugin_switch.ts';
import { PluginView } from './services/plugin_view.ts';
import { Queues } from './services/queues.ts';
import { RecentErrors } from './services/recent_errors.ts';
import { RouteView } from './services/route_view.ts';
import { SettingForms } from './services/setting_forms.ts';

/** Section `modules.console` of the configuration. */
interface ConsoleConfig {
  readonly packages: boolean;
  readonly sampleSeconds: number;
}

declare module 'lectern' {
  interface Services {
    consoleAccounts: ConsoleAccounts;
    consoleConfig: ConsoleConfig;
    consoleCookie: ConsoleCookie;
    consoleSignIn: ConsoleSignIn;
    liveRequests: LiveRequests;
    measurements: Measurements;
    modulePages: ModulePages;
    pluginPackages: PluginPackages;
    pluginPurge: PluginPurge;
    pluginSwitch: PluginSwitch;
    pluginView: PluginView;
    queues: Queues;
    recentErrors: RecentErrors;
    routeView: RouteView;
    settingForms: SettingForms;
  }

  interface ExtensionPoints {
    consoleAccounts: ConsoleAccounts;
    consolePages: ConsolePage;
  }
}

// The built pages belong to the running code, which may serve an installation in another folder.
const folder = fileURLToPath(new URL('dist/pages/console', packageAbove(new URL('./', import.meta.url))));
const pages = { address: '/console', folder };

export default {
  consoleAccounts: asFunction(
    (): ConsoleAccounts => use('contributions').of('consoleAccounts').at(-1) ?? new ApiCredentials(),
  ),
  consoleAccountsPoint: extensionPoint('consoleAccounts', {
    seconds: 'number',
    fails: 'failures',
    demoAccounts: 'boolean?',
    verify: 'function',
    issue: 'function',
    identify: 'function',
    end: 'function',
  }),
  consoleCookie: contributes('authenticators', ConsoleCookie),
  consolePage: contributes('pages', asValue(pages)),
  consoleSignIn: ConsoleSignIn,
  liveRequests: LiveRequests,
  measurements: Measurements,
  measurementStream: contributes('mounts', MeasurementStream),
  modulePages: ModulePages,
  modulePagesPoint: extensionPoint('consolePages', {
    name: 'text',
    title: { en: 'text', zh: 'text' },
    requires: 'text',
    element: 'text',
    script: 'text',
  }),
  pluginPackages: PluginPackages,
  pluginPurge: PluginPurge,
  pluginSwitch: PluginSwitch,
  pluginView: PluginView,
  queues: Queues,
  recentErrors: RecentErrors,
  requestStream: contributes('mounts', RequestStream),
  routeView: RouteView,
  settingForms: SettingForms,
};
