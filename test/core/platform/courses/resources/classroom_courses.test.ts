import { expect } from 'chai';
import { Manager } from '../manager.ts';
import { idsOf } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('Courses of a classroom', () => {
  const manager = started(() => Manager.start());
  let id: string;
  beforeEach(async () => {
    id = (await manager.makeClassroom())['id'] as string;
  });

  const at = (course = '') => `/classrooms/${id}/courses${course && `/${course}`}`;
  const put = (courseId: unknown) => manager.send('post', at(), { courseId });
  const courseNum = async () => (await manager.read(`/classrooms/${id}`))['courseNum'] as string;
  const visit = (path: string) => manager.platform.api.get(`/api${path}`);

  it('are three in a classroom of the demo data', async () => {
    const answer = await visit('/classrooms/2/courses').expect(200);
    expect(idsOf(answer)).to.deep.equal(['6', '5', '4']);
    expect(answer.body.data[0]).to.deep.equal((await visit('/courses/6')).body);
    expect(answer.body.paging).to.deep.equal({ total: 3, offset: 0, limit: 10 });
    const part = await visit('/classrooms/2/courses?offset=1&limit=1').expect(200);
    expect(idsOf(part)).to.deep.equal(['5']);
    expect(part.headers['x-total-count']).to.equal('3');
    await visit('/classrooms/2/courses?offset=-1').expect(422);
  });

  it('are added and removed', async () => {
    const { body, headers } = await put(5).expect(201);
    expect(headers['location']).to.equal(`/api${at('5')}`);
    expect(body).to.deep.equal(await manager.read('/courses/5'));
    expect((await visit(at('5')).expect(200)).body).to.deep.equal(body);
    await put('7').expect(201);
    expect(await courseNum()).to.equal('2');
    expect(idsOf(await visit(at()))).to.deep.equal(['7', '5']);
    await manager.send('delete', at('5')).expect(200, { success: true });
    expect(await courseNum()).to.equal('1');
    await manager.read('/courses/5');
    for (const method of ['get', 'delete'] as const) {
      const { body: missing } = await manager.send(method, at('5')).expect(404);
      expect(missing.error).to.deep.equal({ code: 10, message: `Classroom ${id} has no course 5.` });
    }
  });

  it('are added once: 409, code 14', async () => {
    await put(5).expect(201);
    const { body } = await put(5).expect(409);
    expect(body.error).to.deep.equal({ code: 14, message: 'The course belongs to the classroom already.' });
    expect(await courseNum()).to.equal('1');
  });

  it('must exist: 422', async () => {
    for (const courseId of [undefined, 'x', 0, 999_999]) {
      const { body } = await put(courseId).expect(422);
      expect(body.error.details[0].field).to.equal('courseId');
    }
  });

  it('are visible like the courses themselves', async () => {
    const draft = (await manager.makeCourse({ status: 'draft' }))['id'] as string;
    await put(draft).expect(201);
    expect(idsOf(await visit(at()).expect(200))).to.deep.equal([]);
    await visit(at(draft)).expect(404);
    expect(idsOf(await manager.send('get', at()))).to.deep.equal([draft]);
    await manager.send('get', at(draft)).expect(200);
  });

  // No role of the platform manages classrooms without courses; a role of an installation can.
  it('are added only by callers who can see them', async () => {
    const { classroomCourses } = manager.platform.kernel.services;
    const content = { classroomId: id, courseId: (await manager.makeCourse({ status: 'draft' }))['id'] as string };
    const refused: any = await classroomCourses.add(content, { status: 'published' }).catch((error: unknown) => error);
    expect(refused?.details).to.deep.equal([{ field: 'courseId', message: 'must be the id of an existing course' }]);
    await classroomCourses.add(content, { status: 'any' });
    expect(await courseNum()).to.equal('1');
  });

  it('answer 404 for an unknown classroom', async () => {
    for (const [method, path] of [
      ['get', '/classrooms/999999/courses'],
      ['get', '/classrooms/999999/courses/1'],
      ['post', '/classrooms/999999/courses'],
      ['delete', '/classrooms/999999/courses/1'],
    ] as const) {
      const { body } = await manager.send(method, path, { courseId: 1 }).expect(404);
      expect(body.error).to.deep.equal({ code: 10, message: 'There is no classroom 999999.' });
    }
    await visit('/classrooms/12/courses').expect(404);
    await manager.send('get', '/classrooms/12/courses').expect(200);
  });

  it('stay when the classroom is removed', async () => {
    const course = (await manager.makeCourse())['id'] as string;
    await put(course).expect(201);
    await manager.send('delete', `/classrooms/${id}`).expect(200);
    await manager.read(`/courses/${course}`);
  });

  it('cannot be deleted before they are removed from the classroom: 409, code 14', async () => {
    const course = (await manager.makeCourse())['id'] as string;
    await put(course).expect(201);
    const { body } = await manager.send('delete', `/courses/${course}`).expect(409);
    const message = `Course ${course} belongs to classroom ${id}; remove it from the classroom first.`;
    expect(body.error).to.deep.equal({ code: 14, message });
    await manager.send('delete', at(course)).expect(200);
    await manager.send('delete', `/courses/${course}`).expect(200);
  });

  it('prevent the removal of their course set: 409, code 14', async () => {
    const { id: course, courseSetId: set } = await manager.makeCourse();
    const { body } = await manager.send('delete', `/course_sets/${set as string}`).expect(409);
    const message = `Course set ${set as string} has courses; move or remove them first.`;
    expect(body.error).to.deep.equal({ code: 14, message });
    await manager.send('patch', `/courses/${course as string}`, { courseSetId: 1 }).expect(200);
    await manager.send('delete', `/course_sets/${set as string}`).expect(200);
  });

  it('require admin_classroom like all classroom routes; course routes require admin_course', () => {
    const needed = new Map(
      manager.platform.kernel.routes.flatMap(({ methods, address, access, layer }) =>
        layer === 'core' && access.kind === 'permission' && /^\/(course|classroom)/.test(address)
          ? [[`${methods[0] as string} ${address}`, access.permission]]
          : [],
      ),
    );
    expect(needed.size).to.equal(20);
    for (const [route, permission] of needed) {
      expect(permission, route).to.equal(route.includes(' /classrooms') ? 'admin_classroom' : 'admin_course');
    }
  });
});
