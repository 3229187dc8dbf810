import { failed, type Check } from '../check.ts';

export const leaves: Check = {
  name: 'leaves',
  about: 'the installation starts without the module and those that require it',
  async run(subject) {
    const { fault } = await subject.without();
    if (fault === undefined) return { findings: [] };
    return {
      findings: [
        failed(
          subject.file(),
          `without the module, the installation does not start correctly: ${fault}`,
          'name this module in "requires" of each module that needs it, or remove that need',
        ),
      ],
    };
  },
};
