// Public interface for other modules: the settings.
export { section, setting, type SectionValues } from './section.ts';
export { coin, payment, register, site } from './sections/site.ts';
