import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { asClass, asValue, contributes } from 'lectern';
import type { ConsoleConfig } from './config.ts';
import { ConsoleCookie } from './services/console_cookie.ts';
import { ConsolePermissions } from './services/console_permissions.ts';
import { ConsoleSignIn } from './services/console_sign_in.ts';
import { MeasurementStream } from './services/measurement_stream.ts';
import { Measurements } from './services/measurements.ts';
import { PluginSwitch } from './services/plugin_switch.ts';
import { PluginView } from './services/plugin_view.ts';
import { RouteView } from './services/route_view.ts';
import { SettingForms } from './services/setting_forms.ts';

declare module 'lectern' {
  interface Services {
    consoleConfig: ConsoleConfig;
    consoleCookie: ConsoleCookie;
    consolePermissions: ConsolePermissions;
    consoleSignIn: ConsoleSignIn;
    measurements: Measurements;
    pluginSwitch: PluginSwitch;
    pluginView: PluginView;
    routeView: RouteView;
    settingForms: SettingForms;
  }
}

// The build stands beside the code that runs, which may serve an installation in another folder.
const program = dirname(createRequire(import.meta.url).resolve('lectern/package.json'));
const pages = { address: '/console', folder: join(program, 'dist/pages/console') };

export default {
  consoleCookie: contributes('authenticators', asClass(ConsoleCookie)),
  consolePages: contributes('pages', asValue(pages)),
  consolePermissions: asClass(ConsolePermissions),
  consoleSignIn: asClass(ConsoleSignIn),
  measurements: asClass(Measurements),
  measurementStream: contributes('mounts', asClass(MeasurementStream)),
  pluginSwitch: asClass(PluginSwitch),
  pluginView: asClass(PluginView),
  routeView: asClass(RouteView),
  settingForms: asClass(SettingForms),
};
