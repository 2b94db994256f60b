/*
 * A Modbus module served by libmodbus. Each line of standard input sets registers, as "table address value..."; every write of a coil or register
 * is printed. Like modbus-module.py, for another implementation.
 */
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#define SIZE 0x1100

static modbus_mapping_t *tables;

static void set_registers(char *line)
{
    char *table = strtok(line, " \n");
    char *text = strtok(NULL, " \n");
    int address = text ? atoi(text) : 0;
    while (table && (text = strtok(NULL, " \n")) && address < SIZE) {
        int value = atoi(text);
        if (strcmp(table, "coils") == 0) tables->tab_bits[address++] = value;
        else if (strcmp(table, "discrete") == 0) tables->tab_input_bits[address++] = value;
        else if (strcmp(table, "holding") == 0) tables->tab_registers[address++] = value;
        else tables->tab_input_registers[address++] = value;
    }
    printf("done\n");
    fflush(stdout);
}

/* A write of one coil (5) or one register (6), as the client sent it. */
static void print_write(const uint8_t *query, int header)
{
    int address = query[header + 1] << 8 | query[header + 2];
    int value = query[header + 3] << 8 | query[header + 4];
    if (query[header] == MODBUS_FC_WRITE_SINGLE_COIL) printf("coils %d %d\n", address, value ? 1 : 0);
    if (query[header] == MODBUS_FC_WRITE_SINGLE_REGISTER) printf("holding %d %d\n", address, value);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    uint8_t query[MODBUS_TCP_MAX_ADU_LENGTH];
    char line[4096];
    modbus_t *server = modbus_new_tcp("127.0.0.1", count > 1 ? atoi(arguments[1]) : 0);
    tables = modbus_mapping_new(SIZE, SIZE, SIZE, SIZE);
    int listening = server && tables ? modbus_tcp_listen(server, 8) : -1;
    int client = -1;
    if (listening < 0) return 1;
    for (;;) {
        fd_set ready;
        FD_ZERO(&ready);
        FD_SET(STDIN_FILENO, &ready);
        FD_SET(listening, &ready);
        if (client >= 0) FD_SET(client, &ready);
        if (select((client > listening ? client : listening) + 1, &ready, NULL, NULL, NULL) < 0) return 1;
        if (FD_ISSET(STDIN_FILENO, &ready)) {
            if (!fgets(line, sizeof line, stdin)) return 0;
            set_registers(line);
        }
        if (client >= 0 && FD_ISSET(client, &ready)) {
            int length = modbus_receive(server, query);
            if (length > 0) {
                print_write(query, modbus_get_header_length(server));
                modbus_reply(server, query, length, tables);
            } else if (length < 0) {
                close(client);
                client = -1;
            }
        }
        if (FD_ISSET(listening, &ready)) {
            if (client >= 0) close(client);
            client = modbus_tcp_accept(server, &listening);
        }
    }
}
