// What other modules may know of third parties.
export { askProvider } from './ask_provider.ts';
export type { ThirdPartyConfig } from './config.ts';
export { ProviderAway, type LoginProvider } from './login_provider.ts';
export type { Binding, Bindings } from './services/bindings.ts';
