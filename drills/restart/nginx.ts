/** nginx in front of the web processes, configured as in docs/operations/running.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aptInstall, find } from '../../tools/services/install.ts';
import { HOST } from '../../tools/services/profile.ts';

/** With a certificate it serves HTTP/2 over TLS. */
export async function startNginx(
  port: number,
  targets: readonly number[],
  tls?: { certificate: string; key: string },
) {
  if (!find('nginx')) await aptInstall(['nginx-light']);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-nginx-'));
  const servers = targets.map((each) => `server ${HOST}:${each} max_fails=0;`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  gzip on;
  gzip_types application/json;
  gzip_proxied any;
  upstream cairn { ${servers.join(' ')} keepalive 16; keepalive_timeout 3s; }
  server {
    listen ${HOST}:${port}${tls ? ' ssl http2' : ''};
    ${tls ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};` : ''}
    location / {
      proxy_pass http://cairn;
      proxy_connect_timeout 2s;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
      proxy_read_timeout 120s;
    }
  }
}
`,
  );
  const child = spawn(find('nginx')!, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGTERM'));
  await wait(1000);
  if (child.exitCode !== null) throw new Error('nginx did not start');
  return {
    /** Resolves to the errors in its log. */
    async stop(): Promise<string[]> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      const errors = readFileSync(join(folder, 'error.log'), 'utf8').split('\n');
      rmSync(folder, { recursive: true, force: true });
      return errors.filter((line) => line !== '');
    },
  };
}
