import { asValue, contributes, extensionPoint, Shape } from 'lectern';
import type { Section } from './section.ts';
import { consult } from './sections/consult.ts';
import { coin, magic, payment, register, site, wap } from './sections/site.ts';
import { ugc, ugcNote, ugcPrivateMessage, ugcReview, ugcThread } from './sections/ugc.ts';
import { SiteSettings, type SettingsConfig } from './services/site_settings.ts';

declare module 'lectern' {
  interface Services {
    settings: SiteSettings;
    settingsConfig: SettingsConfig;
  }

  interface Events {
    /** Settings of a section were changed. The event contains their names without values, which may be secret. */
    'setting.changed': { readonly section: string; readonly names: readonly string[] };
  }

  interface ExtensionPoints {
    // oxlint-disable-next-line typescript/no-explicit-any -- accepts sections with any fields
    settingsSections: Section<any>;
  }
}

const sections = [
  site,
  wap,
  magic,
  register,
  payment,
  coin,
  consult,
  ugcReview,
  ugcNote,
  ugcThread,
  ugcPrivateMessage,
  ugc,
];

/** Registrations of the sections. Each is a separate service, so that a later layer can replace a single section. */
const contributed = sections.map(
  (one) => [`${one.name}Section`, contributes('settingsSections', asValue(one))] as const,
);

export default {
  settings: SiteSettings,
  settingsSectionsPoint: extensionPoint('settingsSections', {
    name: 'text',
    shape: Shape,
    accepts: 'object',
    read: 'function',
    initial: 'object',
    readPermission: 'text?',
    present: 'function',
    parts: 'object',
  }),
  ...Object.fromEntries(contributed),
};
