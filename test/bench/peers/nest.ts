// NestJS on Express as its guide writes it: a module, a controller, a guard, pipes, a service.
import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { addArticle, articleBy, levelBy, ownerOf, page, report } from './serve.mjs';

class NewArticle {
  @IsString() @Length(1, 255) title!: string;
  @IsOptional() @IsString() content?: string;
}

class Slice {
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(100) limit?: number;
}

// What the compiler would tell Nest of a parameter's type is said here.
const checked = (expectedType: new () => object) =>
  new ValidationPipe({ expectedType, transform: true, whitelist: true, errorHttpStatusCode: 422 });

@Injectable()
class SignedIn implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    request.user = await ownerOf(request.headers['x-auth-token']);
    if (!request.user) throw new UnauthorizedException();
    return true;
  }
}

@Controller('api/plugins/vip')
class VipController {
  @Get('vip_levels/:id')
  async level(@Param('id', ParseIntPipe) id: number) {
    const level = await levelBy(String(id));
    if (!level) throw new NotFoundException();
    return level;
  }

  @Get('vip_courses')
  courses(@Query(checked(Slice)) _slice: Slice) {
    return [];
  }
}

@Controller('api/articles')
@UseGuards(SignedIn)
class ArticlesController {
  @Get()
  async list() {
    return page();
  }

  @Get(':id')
  async article(@Param('id', ParseIntPipe) id: number) {
    const article = await articleBy(String(id));
    if (!article) throw new NotFoundException();
    return article;
  }

  @Post()
  @HttpCode(201)
  async add(@Body(checked(NewArticle)) input: NewArticle, @Req() { user }: { user: { id: string } }) {
    return addArticle(input, user.id);
  }
}

@Module({ controllers: [VipController, ArticlesController], providers: [SignedIn] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(0, '127.0.0.1');
report(app.getHttpServer().address().port);
