"""An SMTP server of other authors (aiosmtpd). Writes each e-mail as a line of JSON.

Arguments: port, "starttls", "tls" or "none", and the files of certificate and key.
"""

import json
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

USER = b"strobe"
PASSWORD = b"secret"


class Mailbox:
    async def handle_DATA(self, server, session, envelope):
        message = message_from_bytes(envelope.content, policy=policy.default)
        email = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "subject": message["subject"],
            "text": message.get_content(),
            "isEncrypted": security == "tls" or session.ssl is not None,
            "user": getattr(session.auth_data, "login", b"").decode() if session.auth_data else "",
        }
        print(json.dumps(email), flush=True)
        return "250 taken"


def authenticate(server, session, envelope, mechanism, data):
    is_right = isinstance(data, LoginPassword) and data.login == USER and data.password == PASSWORD
    return AuthResult(success=is_right, auth_data=data)


port, security, *files = sys.argv[1:]
context = None
if security != "none":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
server = Controller(
    Mailbox(),
    hostname="127.0.0.1",
    port=int(port),
    ssl_context=context if security == "tls" else None,
    tls_context=context if security == "starttls" else None,
    require_starttls=security == "starttls",
    authenticator=authenticate,
    auth_require_tls=security == "starttls",
)
server.start()
print("ready", flush=True)
sys.stdin.read()
