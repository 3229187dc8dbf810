import { accepts, cached, creates, fails, open, pageOf, requires, resource, returns, use, summary } from 'lectern';
import type { Call, OpenCall } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { done } from '../../users/index.ts';
import { visibleTo } from '../filters.ts';
import { failures } from '../failures.ts';
import { newContent } from '../inputs.ts';
import { course } from '../shapes/course.ts';

@resource('/classrooms/{classroomId}/courses')
export default class ClassroomCourses {
  protected readonly classrooms = use('classrooms');
  protected readonly courses = use('courses');
  protected readonly contents = use('classroomCourses');

  @summary('List the courses of a classroom, newest first. Unpublished ones are shown to managers of courses only.')
  @open
  @cached(10)
  @accepts(keysetPaging)
  @fails(failures.classroomNotFound)
  @returns(pageOf(course), 'public')
  async search(call: OpenCall<{ classroomId: string }, typeof keysetPaging>) {
    const { params, input: page, user } = call;
    await this.classrooms.mustExist(params.classroomId, { status: visibleTo(user, 'admin_classroom') }, call);
    return this.contents.list(params.classroomId, { ...page, status: visibleTo(user, 'admin_course') }, call);
  }

  @summary('Get a course of a classroom')
  @open
  @cached(10)
  @fails(failures.classroomNotFound, failures.courseNotInClassroom, failures.courseNotFound)
  @returns(course, 'public')
  async get(call: OpenCall<CourseOfClassroom>) {
    const { classroomId, id: courseId } = call.params;
    await this.classrooms.mustExist(classroomId, { status: visibleTo(call.user, 'admin_classroom') }, call);
    await this.contents.mustContain({ classroomId, courseId }, call);
    return this.courses.get(courseId, { status: visibleTo(call.user, 'admin_course') }, call);
  }

  @summary('Add a course to a classroom')
  @requires('admin_classroom')
  @accepts(newContent)
  @creates
  @fails(failures.classroomNotFound, failures.alreadyInClassroom)
  @returns(course, 'public')
  async add({ params, input: { courseId }, user }: Call<{ classroomId: string }, typeof newContent>) {
    const status = visibleTo(user, 'admin_course');
    await this.contents.add({ ...params, courseId }, { status });
    return this.courses.get(courseId, { status });
  }

  @summary('Take a course out of a classroom. The course itself is not deleted.')
  @requires('admin_classroom')
  @fails(failures.classroomNotFound, failures.courseNotInClassroom)
  @returns(done, 'public')
  async remove({ params: { classroomId, id: courseId } }: Call<CourseOfClassroom>) {
    await this.contents.remove({ classroomId, courseId });
    return { success: true };
  }
}

interface CourseOfClassroom {
  readonly classroomId: string;
  readonly id: string;
}
