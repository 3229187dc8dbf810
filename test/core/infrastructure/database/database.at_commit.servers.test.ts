// The same on a server, whose connections are sockets.
import './database.at_commit.test.ts';
