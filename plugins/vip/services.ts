import { asClass, asValue, contributes } from 'lectern';
import { Levels } from './services/levels.ts';
import { vipSection } from './settings_section.ts';

declare module 'lectern' {
  interface Services {
    vipLevels: Levels;
  }
}

export default {
  vipLevels: asClass(Levels),
  vipSection: contributes('settingsSections', asValue(vipSection)),
};
