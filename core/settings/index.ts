// What other modules may know of the settings.
export { section, setting, type Section, type SectionValues } from './section.ts';
export { coin, payment } from './sections/site.ts';
export type { SiteSettings } from './services/site_settings.ts';
