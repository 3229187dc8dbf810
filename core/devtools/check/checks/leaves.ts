import { failed, type Check } from '../check.ts';

/** The installation still works after the module's folder is removed. */
export const leaves: Check = {
  name: 'leaves',
  about: 'the installation starts without it',
  weight: 5,
  async run(subject) {
    const { fault } = await subject.without();
    if (fault === undefined) return { findings: [] };
    return {
      findings: [
        failed(
          subject.file(),
          `without it the installation does not start correctly: ${fault}`,
          'remove dependencies of other modules on it, or add it to their "requires"',
        ),
      ],
    };
  },
};
