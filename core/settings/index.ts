// Public interface for other modules: the settings.
export { section, setting, type SectionValues } from './section.ts';
export { coin, payment } from './sections/site.ts';
