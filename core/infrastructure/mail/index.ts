export { chosenProvider, NO_PROVIDER } from './chosen_provider.ts';
export type { Mail } from './mail_provider.ts';
