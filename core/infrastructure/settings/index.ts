export { section, setting, type SectionValues } from './section.ts';
export { coin, payment, register, site } from './sections/site.ts';
