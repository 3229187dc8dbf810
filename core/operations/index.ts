// Public interface for the console, which offers the same functions in a browser.
export { examineRunning } from './doctor/examine.ts';
export { topicOf } from './doctor/finding.ts';
export { explain, type Explanation } from './explain/explain.ts';
export type { Missing } from './explain/missing.ts';
export { exportFolder } from './plugins/export.ts';
export { isNothing, purge, remainsOf, type Remains } from './plugins/purge.ts';
export { listRunningPlugins, type ListedPlugin } from './plugins/list.ts';
export { affectedBy, disabledNames, disablePlugin, enablePlugin } from './plugins/switch.ts';
export { installPlugin, removePlugin, updatable, type InstallTerms } from './packages/install.ts';
export { packageSpec, withFolder } from './packages/staging.ts';
export { routeRows, type RouteRow } from './routes/rows.ts';
